import { Layer } from "effect"
import * as GeoMmdb from "../../adapters/geo/GeoMmdb.ts"
import * as LanguageEld from "../../adapters/language/LanguageEld.ts"
import * as EmailListsEmbedded from "../../adapters/lists/EmailListsEmbedded.ts"
import * as PopularDomainsEmbedded from "../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"

/**
 * Layer of all data included in the package: email lists, public suffixes, popular domains, countries, languages and the
 * spam model. Fails with `GeoDatabaseUnreadable` if the country database, a file of a package, cannot be read.
 */
export const layerData = Layer.mergeAll(
  EmailListsEmbedded.layer,
  PublicSuffixesTldts.layer,
  PopularDomainsEmbedded.layer,
  GeoMmdb.layer(null),
  LanguageEld.layer,
  SpamClassifierEmbedded.layer
)
