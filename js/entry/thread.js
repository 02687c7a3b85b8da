/**
 * Runs in a thread that threaded.js has started; nothing imports it.
 *
 * It searches with the module for several files, which opens one file too: so there is one module
 * to load, and nothing that a bundler would have to split off.
 */
import { serve } from "../thread/thread-server.js";
import { open } from "./sharded.js";

serve(open);
