import type { ObjectData } from "./ObjectData.ts"
import type { GatheredWord } from "./RtfDestinations.ts"
import type { RtfField } from "./RtfFields.ts"
import type { RtfObject } from "./RtfObjects.ts"
import type { RtfText } from "./RtfText.ts"

/** Where what stands in a group goes: into a text, into the data of an object, or nowhere. */
export type Sink =
  | { readonly kind: "text"; readonly text: RtfText }
  | { readonly kind: "data"; readonly data: ObjectData; readonly isDoubtful: boolean }
  | { readonly kind: "nowhere" }

export const nowhere: Sink = { kind: "nowhere" }

/** The state of a group: what it has from the group around it until a control word changes it. */
export class RtfGroup {
  sink: Sink
  codePage: number
  /** Characters that stand in for one of `\uN`. */
  substitutes = 1
  isHidden = false
  isFontTable = false
  object: RtfObject | null = null
  field: RtfField | null = null
  /** What `\ud` goes back to: the destination around `\upr`. */
  aroundUpr: Sink | null = null
  /** A shape property: its name, until its value comes. */
  property: { name: string } | null = null
  /** The field that begins in this very group. */
  ownField: RtfField | null = null
  /** The destination of this very group, whose text is read once it is whole. */
  gathered: GatheredWord | null = null

  constructor(sink: Sink, codePage: number) {
    this.sink = sink
    this.codePage = codePage
  }

  /** One group after another is the same object: there may be millions. */
  beginIn(around: RtfGroup): void {
    this.sink = around.sink
    this.codePage = around.codePage
    this.substitutes = around.substitutes
    this.isHidden = around.isHidden
    this.isFontTable = around.isFontTable
    this.object = around.object
    this.field = around.field
    this.aroundUpr = around.aroundUpr
    this.property = around.property
    this.ownField = null
    this.gathered = null
  }
}

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
