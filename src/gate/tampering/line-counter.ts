/** The line, from 1, that an offset of a text lies in; what is asked often costs no more for a long text. */
export function lineCounter(text: string): (offset: number) => number {
  const starts: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
