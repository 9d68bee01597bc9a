import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createTranslator } from '@merchant-console/declaration';
import { checkDeclarations } from '@merchant-console/declaration/check';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { problemLine, readDeclarations, UsageError } from '@merchant-console/declaration/node';
import { SHIPPED_COMPONENTS } from '#shared/shippedComponents.ts';
import { systemClock } from '#server/clock.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import { serveConsole } from '#server/http/console.ts';
import { API_BASE } from '#server/http/router.ts';
import { commonHeaders, securityHeaders } from '#server/http/securityHeaders.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { PROJECT_FOLDER } from '#server/process/open.ts';
import { guessDeclarations } from './guessDeclarations.ts';
import { serveRecords } from './jsonServer.ts';
import { openRecordsFile } from './recordsFile.ts';

interface PreviewOptions {
  /** A JSON file with lists of records, such as json-server's `db.json`. Changes are written to it. */
  data: string;
  /** Folder of declarations. Lists without one get a guessed one. Null for none. */
  resources: string | null;
  /** The built console. */
  consoleFolder: string;
  /** Receives the lists of the file that the console can't show, and why. */
  warn(line: string): void;
}

/** Other host names could be a foreign site's, whose scripts a browser would then let read the records. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The console in front of a file of records, without sign-in. Only for the computer that it runs on.
 * @throws {UsageError} if the file has no list that the console can show
 */
export async function createPreview({
  data,
  resources,
  consoleFolder,
  warn,
}: PreviewOptions): Promise<FastifyInstance> {
  const file = openRecordsFile(data);
  const readFiles = async () => (resources === null ? [] : readDeclarations(resources));
  const declared = await readFiles();
  const guessed = guessDeclarations(await file.read(), declared);
  for (const list of guessed.left) warn(`There is no page for the list “${list}”: its fields can’t be guessed.`);
  const texts = await loadMessages(path.join(PROJECT_FOLDER, 'i18n'));
  const { problems } = checkDeclarations([...declared, ...guessed.files], { components: SHIPPED_COMPONENTS });
  for (const problem of problems) warn(problemLine(problem, createTranslator(texts.en, 'en')));
  const names = [...declared, ...guessed.files].map((one) => path.basename(one.file, '.json'));
  if (names.length === 0) throw new UsageError(`${data} has no list of records with IDs: { "posts": [{ "id": 1 }] }`);

  const app = fastify({ routerOptions: { maxParamLength: 1000 } });
  commonHeaders(app, systemClock);
  app.addHook('onRequest', async ({ headers }) => {
    if (!LOCAL_HOST.test(headers.host ?? '')) throw new ForbiddenError();
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    return reply.status(status).send({ message: error instanceof Error ? error.message : String(error) });
  });
  await securityHeaders(app, { development: false, isHttps: false });
  serveRecords(app, API_BASE, file);
  app.get('/resources.json', () => ({}));
  app.get('/resources/:name', async ({ params }, reply) => {
    const { name } = z.object({ name: z.string() }).parse(params);
    const found = [...(await readFiles()), ...guessed.files].find((one) => path.basename(one.file) === name);
    if (!found) throw new NotFoundError();
    return reply.type('application/json').header('Cache-Control', 'no-cache').send(found.text);
  });
  await serveConsole(app, {
    folder: path.resolve(consoleFolder),
    settings: {
      productTitle: path.basename(data),
      envelope: 'json-server',
      signIn: 'none',
      calls: [],
      menu: names,
      notice: inAllLanguages('preview.notice', texts),
    },
  });
  return app;
}

function statusOf(error: unknown): number {
  if (error instanceof NotFoundError) return 404;
  if (error instanceof ForbiddenError) return 403;
  return error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 500;
}

/** A text of the server as a label. */
function inAllLanguages(key: string, texts: Awaited<ReturnType<typeof loadMessages>>): Record<string, string> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, createTranslator(texts[language], language)(key)]));
}
