/** Why a list is not taken at all: a sentence for the operator. Nothing of it is used; what was there before stays. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused"
}
