import { DeclaredList } from '#console/views/list/DeclaredList.tsx';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { WalletCards } from './WalletCards.tsx';

/** What the tenant has in each currency, above the list of what has moved it. */
export function WalletsPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} above={<WalletCards />} />;
}
