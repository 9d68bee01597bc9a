import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runResources } from '#server/cli/resources/runResources.ts';

/** Runs `npm run resources <args>` in this process, with lines of typed input. */
export async function resourcesHere(
  args: string[],
  typed = '',
): Promise<{ code: number; out: string; problem: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runResources(args, { stdin: Readable.from([typed]), stdout, stderr });
  for (const stream of [stdout, stderr]) stream.end();
  return { code, out: await text(stdout), problem: await text(stderr) };
}
