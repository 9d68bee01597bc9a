// A client in a separate thread that lists orders again and again. Its arguments are the server's URL and a token. Replies
// to each message with the milliseconds of the longest list since the previous one.
import { parentPort } from 'node:worker_threads';

/** Pause between two lists, in milliseconds. */
const PAUSE_MS = 20;

const [url = '', token = ''] = process.argv.slice(2);

let worst = 0;
parentPort?.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, no window
  parentPort?.postMessage(worst);
  worst = 0;
});
for (;;) {
  const began = performance.now();
  const answer = await fetch(`${url}/prod-api/orders?range=[0,29]`, {
    headers: { 'X-Token': token },
  });
  await answer.arrayBuffer();
  worst = Math.max(worst, performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
