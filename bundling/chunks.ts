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
 * one file per combination of parts. A group also takes the imports of its modules, so no files import each other.
 * Merging small files by `entriesAwareMergeThreshold` would save a third of the work to prefetch all parts, but it makes
 * such circles, in which a file runs before what it needs: dialogs of actions failed to load.
 */
export const CHUNKS: CodeSplittingGroup[] = [
  { priority: 2, debugName: 'entrance', name: (id, graph) => (isOfEntrance(id, graph) ? 'entrance' : null) },
  { priority: 1, name: 'console', tags: ['$initial'] },
  { priority: 0, name: 'shared', minShareCount: 2, entriesAware: true },
];

/** Leaves out the names of the parts that share a chunk. */
export const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`;
