import { parse } from 'smol-toml'
import type { Detected, DetectedCheck, RepositoryTexts } from './detected'
import { nothingDetected, reportFolder } from './detected'

const manifests = ['pyproject.toml', 'setup.cfg', 'setup.py', 'pytest.ini', 'tox.ini', 'requirements.txt']

/** Python: the tools that the configuration files speak of, run by uv or poetry where their lock files lie there. */
export function detectPython({ paths, texts }: RepositoryTexts): Detected {
  if (!manifests.some((name) => paths.has(name))) return nothingDetected
  const tools = toolsOf(texts.get('pyproject.toml') ?? '')
  const words = manifests.map((name) => texts.get(name) ?? '').join('\n')
  const runner = paths.has('uv.lock') ? 'uv run ' : paths.has('poetry.lock') ? 'poetry run ' : ''
  const usesPytest = tools.has('pytest') || paths.has('pytest.ini') || /\bpytest\b/.test(words)
  const hasTests = [...paths].some((path) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path))
  const junit = `${reportFolder}/pytest.xml`
  const checks: DetectedCheck[] = [
    ...(tools.has('ruff') || paths.has('ruff.toml') || paths.has('.ruff.toml')
      ? [{ name: 'lint', cmd: `${runner}ruff check .`, from: 'the settings of ruff' }]
      : []),
    ...(tools.has('mypy') || paths.has('mypy.ini') ? [{ name: 'types', cmd: `${runner}mypy .`, from: 'the settings of mypy' }] : []),
    ...(usesPytest
      ? [
          {
            name: 'test',
            cmd: `${runner}python3 -m pytest --junitxml=${junit}`,
            from: 'pytest is named in the manifests',
            report: { format: 'junit' as const, path: junit },
          },
        ]
      : hasTests
        ? [{ name: 'test', cmd: `${runner}python3 -m unittest discover`, from: 'test files, and no word of pytest' }]
        : []),
  ]
  const setup = paths.has('uv.lock') ? ['uv sync --frozen'] : paths.has('poetry.lock') ? ['poetry install'] : []
  const caches = paths.has('uv.lock') ? ['.cache/uv'] : paths.has('poetry.lock') ? ['.cache/pypoetry'] : []
  const notes =
    setup.length > 0 || checks.length === 0
      ? []
      : ['Python: nothing says how packages are installed; put that into `setup` for deciding runs']
  return { checks, setup, caches, notes }
}

/** Names under `[tool]`; a file that can't be read has none. */
function toolsOf(toml: string): ReadonlySet<string> {
  try {
    const tool = parse(toml)['tool']
    return new Set(typeof tool === 'object' && !Array.isArray(tool) ? Object.keys(tool) : [])
  } catch {
    return new Set()
  }
}
