/** Text that is gathered piece by piece, up to a number of characters. */
export class TextBuffer {
  private readonly pieces: Array<string> = []
  private left: number

  constructor(charsMax: number) {
    this.left = charsMax
  }

  /** Nothing more is taken. */
  get isFull(): boolean {
    return this.left <= 0
  }

  add(piece: string): void {
    if (this.left <= 0 || piece === "") return
    this.pieces.push(piece.length > this.left ? piece.slice(0, this.left) : piece)
    this.left -= piece.length
  }

  toString(): string {
    return this.pieces.join("")
  }
}
