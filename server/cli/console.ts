import path from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '@merchant-console/declaration/node';
import { PROJECT_FOLDER } from '#server/process/open.ts';
import { explain } from '#server/process/startProblem.ts';
import { createPreview } from './preview/createPreview.ts';

const USAGE = `Usage: npm run console -- --data db.json [--resources folder] [--port 4000]
  --data        a JSON file with lists of records, such as json-server's; changes are written to it
  --resources   a folder of declarations; lists without one get a guessed one
  --port        of http://127.0.0.1, the only address that it listens on`;

/** `npm run console`: the console in front of a file of records, without sign-in, until the process ends. */
async function preview(): Promise<void> {
  const { data, resources = null, port, help } = options();
  if (help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (data === undefined) throw new UsageError('Name the file of records: --data db.json');
  const warn = (line: string) => void process.stderr.write(`${line}\n`);
  const consoleFolder = path.join(PROJECT_FOLDER, 'dist', 'console');
  const app = await createPreview({ data, resources, consoleFolder, warn });
  const address = await app.listen({ host: '127.0.0.1', port }).catch((error: unknown) => {
    throw String(error).includes('EADDRINUSE')
      ? new UsageError(`Port ${port} is in use. Choose another: --port 4001`)
      : error;
  });
  process.stdout.write(`${address} shows ${data}, without sign-in. Ctrl+C ends it.\n`);
}

/** @throws {UsageError} if an option is unknown or the port isn't one */
function options() {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        resources: { type: 'string' },
        port: { type: 'string', default: '4000' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`“${values.port}” is not a port.`);
    return { ...values, port };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(String(error instanceof Error ? error.message : error).split('. ')[0] ?? '');
  }
}

try {
  await preview();
} catch (error) {
  process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${USAGE}\n` : `${explain(error)}\n`);
  process.exitCode = 2;
}
