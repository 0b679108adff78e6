import { RtfGroup, type Sink } from "./RtfGroup.ts"

/** Groups within one another whose state is kept; what lies deeper shares that of the last. */
export const groupDepthMax = 16_384

/** The groups that are open. */
export class RtfGroups {
  private readonly groups: Array<RtfGroup>
  private last = 0
  /** Groups that are open beyond those whose state is kept. */
  private deeper = 0

  constructor(sink: Sink, codePage: number) {
    this.groups = [new RtfGroup(sink, codePage)]
  }

  get innermost(): RtfGroup {
    return this.groups[this.last]!
  }

  get isAnyOpen(): boolean {
    return this.last > 0
  }

  /** Whether the state of one more is kept. */
  open(): boolean {
    if (this.last >= groupDepthMax) {
      this.deeper++
      return false
    }
    const around = this.innermost
    const known = this.groups[++this.last]
    const group = known ?? new RtfGroup(around.sink, around.codePage)
    if (known === undefined) this.groups.push(group)
    group.beginIn(around)
    return true
  }

  /** Whether the state of the innermost comes to its end. */
  isClosing(): boolean {
    if (this.deeper === 0) return this.last > 0
    this.deeper--
    return false
  }

  /** Goes back to the one around. */
  close(): void {
    this.last--
  }
}
