import { fileURLToPath } from 'node:url';
import type { CodeSplittingGroup, CodeSplittingNameFunction } from 'rolldown';

type ModuleGraph = Parameters<CodeSplittingNameFunction>[1];

/** True if index.html imports the module statically, directly or through other modules. */
const isOfEntrance = (() => {
  const known = new Set([fileURLToPath(new URL('../index.html', import.meta.url))]);
  return (id: string, graph: ModuleGraph) => {
    for (const one of known) for (const imported of graph.getModuleInfo(one)?.importedIds ?? []) known.add(imported);
    return known.has(id);
  };
})();

/**
 * Groups of modules: one file for the entrance and one for the console. Modules shared by parts that load on demand get
 * one file per combination of parts. Otherwise there would be more than a hundred small files, so those under 8 kB are
 * merged into the file with the most similar combination. A group also takes the imports of its modules.
 */
export const CHUNKS: CodeSplittingGroup[] = [
  { priority: 2, debugName: 'entrance', name: (id, graph) => (isOfEntrance(id, graph) ? 'entrance' : null) },
  { priority: 1, name: 'console', tags: ['$initial'] },
  { priority: 0, name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000 },
];

/** Leaves out the names of the parts that share a chunk. */
export const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`;
