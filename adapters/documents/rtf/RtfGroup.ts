import type { ObjectData } from "./ObjectData.ts"
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
  substitutes: number
  isHidden: boolean
  isFontTable: boolean
  object: RtfObject | null
  field: RtfField | null
  /** What `\ud` goes back to: the destination around `\upr`. */
  aroundUpr: Sink | null
  /** A shape property: its name, until its value comes. */
  property: { name: string } | null
  /** The field that begins in this very group. */
  ownField: RtfField | null = null
  /** What is to be done with the destination of this very group, once it is whole. */
  finish: (() => void) | null = null

  constructor(around: RtfGroup | null, sink: Sink, codePage: number) {
    this.sink = sink
    this.codePage = codePage
    this.substitutes = around?.substitutes ?? 1
    this.isHidden = around?.isHidden ?? false
    this.isFontTable = around?.isFontTable ?? false
    this.object = around?.object ?? null
    this.field = around?.field ?? null
    this.aroundUpr = around?.aroundUpr ?? null
    this.property = around?.property ?? null
  }
}
