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
 * Groups of modules: one file for the entrance and one for the console. Of what parts that load on demand share, two files
 * have the modules of many parts, mostly menus and dialogs, and forms. The rest gets one file per combination of parts.
 * Without these two, a dialog of an action was 81 files, now 18 with fewer bytes.
 *
 * A group also takes the imports of its modules, so no files import each other. Merging small files by
 * `entriesAwareMergeThreshold` makes such circles, in which a file runs before what it needs: dialogs of actions failed to
 * load. A name by the importers of a module doesn't help, because all importers of a package's index count as users of all
 * that it exports.
 */
export const CHUNKS: CodeSplittingGroup[] = [
  { priority: 4, debugName: 'entrance', name: (id, graph) => (isOfEntrance(id, graph) ? 'entrance' : null) },
  { priority: 3, name: 'console', tags: ['$initial'] },
  { priority: 2, name: 'dialogs', minShareCount: 24 },
  { priority: 1, name: 'forms', minShareCount: 10 },
  { priority: 0, name: 'shared', minShareCount: 2, entriesAware: true },
];

/**
 * Leaves out the names of the parts that share a chunk. Hashes of 36 bits, because the console's script names 200 files, and
 * random characters can't be compressed.
 */
export const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash:7].js`;
