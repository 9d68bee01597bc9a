import { useSides } from '#console/shell/testMode/useTestMode.ts';
import { useConsole } from './ConsoleContext.ts';
import { menuIcon } from '@merchant-console/ra-declared/internal';
import { useLabel } from '#console/shell/useLabel.ts';
import type { SidebarItem } from '#console/shell/menu/sidebar.ts';
import { DashboardPage } from '#console/features/dashboard/DashboardPage.tsx';
import type { PageLink, PageSection } from '#console/features/dashboard/PageSections.tsx';

/**
 * The dashboard, with links to the menu's other pages.
 *
 * @param props.address of this page
 */
export function ConsoleDashboard({ address }: { address: string }) {
  const { items } = useConsole();
  const label = useLabel();
  const { isTest, switchSide } = useSides();

  function linksOf(entries: readonly SidebarItem[], icon: string | null = null): PageLink[] {
    return entries.flatMap((item) => {
      if (item.kind === 'group') return linksOf(item.items, item.icon);
      if (item.kind === 'external') return [];
      return [{ title: label(item.title), to: item.to, icon: menuIcon(item.icon ?? icon) }];
    });
  }

  const others = items.filter((item) => item.kind !== 'page' || item.to !== address);
  const single = { key: 'single', title: null, links: linksOf(others.filter((item) => item.kind !== 'group')) };
  const groups = others.flatMap((item): PageSection[] =>
    item.kind === 'group' ? [{ key: item.key, title: label(item.title), links: linksOf([item]) }] : [],
  );
  return (
    <DashboardPage
      sections={[single, ...groups].filter(({ links }) => links.length > 0)}
      onTryGateway={switchSide && !isTest ? () => switchSide('/tryIt') : null}
    />
  );
}
