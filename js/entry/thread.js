/**
 * Runs in a thread that threaded.js has started; nothing imports it.
 */
import { imported } from "../engine/imported.js";
import { ShardedIndex, shardedOpener } from "../shards/sharded-index.js";
import { serve } from "../thread/thread-server.js";
import { pageEngine } from "./page-engine.js";

const openSharded = shardedOpener(pageEngine, ShardedIndex);

serve(async (source, options) =>
  Array.isArray(source) ? (await imported(() => import("./several.js"))).open(source, options) : openSharded(source, options));
