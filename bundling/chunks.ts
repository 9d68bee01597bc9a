import { fileURLToPath } from 'node:url';
import type { CodeSplittingGroup, CodeSplittingNameFunction } from 'rolldown';

type ModuleGraph = Parameters<CodeSplittingNameFunction>[1];

/** Whether a module belongs to what index.html itself loads. */
const isOfEntrance = (() => {
  const known = new Set([fileURLToPath(new URL('../index.html', import.meta.url))]);
  return (id: string, graph: ModuleGraph) => {
    for (const one of known) for (const imported of graph.getModuleInfo(one)?.importedIds ?? []) known.add(imported);
    return known.has(id);
  };
})();

/**
 * What the page begins with, and the console: two files. Then what parts that load on demand share: one file for each
 * combination of parts, except that small ones, which would be more than a hundred, join the one with the most similar
 * combination. The first group that takes a module takes what it imports.
 */
export const CHUNKS: CodeSplittingGroup[] = [
  { priority: 2, debugName: 'entrance', name: (id, graph) => (isOfEntrance(id, graph) ? 'entrance' : null) },
  { priority: 1, name: 'console', tags: ['$initial'] },
  { priority: 0, name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000 },
];

/** Without the names of all parts that share a chunk. */
export const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`;
