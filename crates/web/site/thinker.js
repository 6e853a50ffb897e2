// Searches. It receives no messages meanwhile; to stop a search, the worker with the board terminates it.
'use strict';

importScripts('ataxx.js');

let hasNetwork = false;
let queue = Promise.resolve();
onmessage = ({ data: { module, weights, work } }) => {
  queue = queue.then(async () => {
    if (module) await wasm_bindgen({ module_or_path: module });
    if (weights && !hasNetwork) hasNetwork = wasm_bindgen.install_network(new Uint8Array(weights));
    if (!work) return;
    wasm_bindgen.think(work, (found) => postMessage(found));
    postMessage(null);
  });
};
