import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as Composite from "../../adapters/webrisk/Composite.ts"
import { embeddedList } from "../../adapters/webrisk/embedded/EmbeddedList.ts"
import { feedFile } from "../../adapters/webrisk/local/FeedFile.ts"
import type { GatehouseConfig } from "./Config.ts"

/** The embedded threat list and the feeds that are set: the same for the server and for the command line. */
export const layerThreatSources = ({ threatFeeds }: GatehouseConfig) =>
  Composite.layer([
    embeddedList(publicSuffixes),
    ...threatFeeds.map((path) => feedFile(path, publicSuffixes))
  ], publicSuffixes)
