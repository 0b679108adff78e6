import { hostKnowledge } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as Composite from "../../adapters/webrisk/Composite.ts"
import { embeddedList } from "../../adapters/webrisk/embedded/EmbeddedList.ts"
import { feedFile } from "../../adapters/webrisk/local/FeedFile.ts"
import type { GatehouseConfig } from "./Config.ts"

/** The embedded threat list and the feeds that are set: the same for the server and for the command line. */
export const layerThreatSources = ({ threatFeeds }: GatehouseConfig) =>
  Composite.layer([
    embeddedList(hostKnowledge),
    ...threatFeeds.map((path) => feedFile(path, hostKnowledge))
  ], hostKnowledge.suffixes)
