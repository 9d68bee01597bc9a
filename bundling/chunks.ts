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
 * What the page begins with, and the console: two files. Without these groups, whatever two parts of the console share
 * would be one more, however small. The first that takes a module takes what it imports.
 */
export const CHUNKS: CodeSplittingGroup[] = [
  { priority: 2, name: (id, graph) => (isOfEntrance(id, graph) ? 'entrance' : null) },
  { priority: 1, name: 'console', tags: ['$initial'] },
];
