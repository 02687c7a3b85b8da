/**
 * Runs in a thread that threaded.js has started; nothing imports it. It is one file in the hands of bundlers, of which
 * some split no thread.
 */
import { ShardedIndex, shardedOpener } from "../shards/sharded-index.js";
import { serve } from "../thread/thread-server.js";
import { pageEngine } from "./page-engine.js";
import { open as openSeveral } from "./several.js";

const openSharded = shardedOpener(pageEngine, ShardedIndex);

serve((source, options) => (Array.isArray(source) ? openSeveral : openSharded)(source, options));
