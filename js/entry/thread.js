/**
 * Runs in a thread that threaded.js has started; nothing imports it.
 */
import { ShardedIndex, shardedOpener } from "../shards/sharded-index.js";
import { serve } from "../thread/thread-server.js";
import { pageEngine } from "./page-engine.js";

serve(shardedOpener(pageEngine, ShardedIndex));
