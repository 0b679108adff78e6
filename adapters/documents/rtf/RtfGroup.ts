import type { ObjectData } from "./ObjectData.ts"
import type { CollectedDestination } from "./RtfDestinations.ts"
import type { RtfField } from "./RtfFields.ts"
import type { RtfObject } from "./RtfObjects.ts"
import type { RtfText } from "./RtfText.ts"

/** Destination of a group's content: text, the data of an object, or nowhere. */
export type Sink =
  | { readonly kind: "text"; readonly text: RtfText }
  | { readonly kind: "data"; readonly data: ObjectData; readonly isDoubtful: boolean }
  | { readonly kind: "nowhere" }

export const discardSink: Sink = { kind: "nowhere" }

/** State of a group. A group has its parent's state until a control word changes it. */
export class RtfGroup {
  sink: Sink
  codePage: number
  /** Number of fallback characters that follow each `\uN`. */
  substitutes = 1
  isHidden = false
  /** True if the letters are too small to read. */
  isTiny = false
  isFontTable = false
  object: RtfObject | null = null
  field: RtfField | null = null
  /** Destination around `\upr`, which `\ud` restores. */
  aroundUpr: Sink | null = null
  /** Shape property whose name is known and whose value follows. */
  property: { name: string } | null = null
  /** Field that starts in this group. */
  ownField: RtfField | null = null
  /** Keyword of this group's destination, if its text is evaluated when complete. */
  collected: CollectedDestination | null = null

  constructor(sink: Sink, codePage: number) {
    this.sink = sink
    this.codePage = codePage
  }

  /** Resets the state for a new group. Group objects are reused, because there may be millions of groups. */
  inherit(around: RtfGroup): void {
    this.sink = around.sink
    this.codePage = around.codePage
    this.substitutes = around.substitutes
    this.isHidden = around.isHidden
    this.isTiny = around.isTiny
    this.isFontTable = around.isFontTable
    this.object = around.object
    this.field = around.field
    this.aroundUpr = around.aroundUpr
    this.property = around.property
    this.ownField = null
    this.collected = null
  }
}

/** Maximum nesting depth of groups with separate state. Deeper groups share the state of the group at this depth. */
export const groupDepthMax = 16_384

/** Stack of open groups. */
export class RtfGroups {
  private readonly groups: Array<RtfGroup>
  private last = 0
  /** Number of open groups beyond the maximum depth. */
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

  /** Opens a group. Returns whether the group has separate state. */
  open(): boolean {
    if (this.last >= groupDepthMax) {
      this.deeper++
      return false
    }
    const around = this.innermost
    const reused = this.groups[++this.last]
    const group = reused ?? new RtfGroup(around.sink, around.codePage)
    if (reused === undefined) this.groups.push(group)
    group.inherit(around)
    return true
  }

  /** Handles a closing brace. Returns whether it ends the state of the innermost group. */
  isClosing(): boolean {
    if (this.deeper === 0) return this.last > 0
    this.deeper--
    return false
  }

  /** Returns to the parent group. */
  close(): void {
    this.last--
  }
}
