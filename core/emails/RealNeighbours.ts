export const realNeighbours: ReadonlyArray<string> = []
