import type { OutputBundle, OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';

const LIST = 'parts.json';

/**
 * Lists the files with the components that the console loads on demand, so that it can fetch them into the browser's
 * cache ahead of time. Code without components, such as texts and dictionaries, is only fetched when it is needed.
 */
export function partFiles(): Plugin {
  return {
    name: 'part-files',
    generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(filesOfParts(bundle)) });
    },
    configureServer(server) {
      server.middlewares.use(`/${LIST}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end('[]');
      });
    },
  };
}

/** The files that are imported dynamically and have components, each after those that it imports. */
function filesOfParts(bundle: OutputBundle): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((one): [string, OutputChunk][] =>
      one.type === 'chunk' ? [[one.fileName, one]] : [],
    ),
  );
  const files = new Set<string>();
  const seen = new Set<string>();
  function add(file: string): void {
    if (seen.has(file)) return;
    seen.add(file);
    chunks.get(file)?.imports.forEach(add);
    files.add(file);
  }
  const dynamic = new Set([...chunks.values()].flatMap(({ dynamicImports }) => dynamicImports));
  [...dynamic]
    .filter((file) => chunks.get(file)?.moduleIds.some(isComponent))
    .toSorted()
    .forEach(add);
  return [...files];
}

function isComponent(id: string): boolean {
  return id.endsWith('.tsx') && !id.includes('/node_modules/');
}
