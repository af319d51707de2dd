/** Lines of a command's output that a report keeps, its last ones (R-BUILD-63). */
export const logTailLinesMax = 25
