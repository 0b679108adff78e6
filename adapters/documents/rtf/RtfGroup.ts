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
