// The package brings the same along, so that it can be tried without a clone.
import '../examples/try/run.mjs'
