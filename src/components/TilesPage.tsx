import { DeclaredList } from '#console/views/list/DeclaredList.tsx';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { Tiles } from './Tiles.tsx';

/** A list whose records are cards; search, filters, pages and all else are those of every list. */
export function TilesPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} rows={Tiles} />;
}
