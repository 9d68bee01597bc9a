import { Activity, memo, useMemo, useInsertionEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { TitlePortal } from 'react-admin';
import { NavigationType, UNSAFE_LocationContext as LocationContext, type Location } from 'react-router-dom';
import { FailureBoundary, PageFailure } from '../FailureBoundary.tsx';
import type { RouteTable } from '../menu/routeTable.ts';
import { OpenPageProvider, RecordTitleProvider } from '@merchant-console/ra-declared/internal';
import { resolvePlace, type PageReports } from './useOpenPages.ts';

interface PagePaneProps extends PageContentProps {
  isActive: boolean;
  /** Container of the open page. */
  slot: HTMLElement;
}

/**
 * A page that has been opened. While another page is open, its elements are out of the document. React keeps its state
 * and stops its effects.
 */
export const PagePane = memo(function PagePane({ isActive, slot, ...props }: PagePaneProps) {
  const element = usePaneElement(slot, isActive);
  return createPortal(
    <Activity mode={isActive ? 'visible' : 'hidden'}>
      <PageContent {...props} />
    </Activity>,
    element,
  );
});

interface PageContentProps {
  /** This page's own location. The browser's address may already belong to another page. */
  location: Location;
  table: RouteTable;
  /** react-admin's routes of all pages. */
  routes: ReactNode;
  /** True if the page is kept when another one is opened. */
  staysOpen: boolean;
  reports: PageReports;
}

const PageContent = memo(function PageContent({ location, table, routes, staysOpen, reports }: PageContentProps) {
  const path = location.pathname;
  const isPage = useMemo(() => resolvePlace(table, location).kind === 'page', [table, location]);
  const openPage = useMemo(
    () => ({
      staysOpen,
      markUnsaved: (isUnsaved: boolean) => reports.unsaved(path, isUnsaved),
      markFinished: (isFinished: boolean) => reports.finished(path, isFinished),
    }),
    [staysOpen, reports, path],
  );
  const setTitle = useMemo(() => reports.titled.bind(null, path), [reports, path]);
  if (!isPage) return null;
  return (
    <FixedLocation location={location}>
      <OpenPageProvider value={openPage}>
        <RecordTitleProvider value={setTitle}>
          <TitlePortal component="h1" variant="h5" sx={STOCK_TITLE} />
          <FailureBoundary Failure={PageFailure}>{routes}</FailureBoundary>
        </RecordTitleProvider>
      </OpenPageProvider>
    </FixedLocation>
  );
});

/** Heading of pages that consist of react-admin's parts, which put their title here. The others have their own. */
const STOCK_TITLE = {
  fontWeight: 600,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '&:empty': { display: 'none' },
};

/**
 * Gives a page behind its tab its own location, so that it doesn't re-render when the browser's address changes.
 * `<Routes location>` provides the same context but follows the browser's address. react-router has no public
 * alternative, so this component and `OwnRouter` use its unsafe exports.
 */
function FixedLocation({ location, children }: { location: Location; children: ReactNode }) {
  const value = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  return <LocationContext value={value}>{children}</LocationContext>;
}

interface Pane {
  element: HTMLElement;
  /** Scroll positions of elements in the page, which elements lose when they leave the document. */
  scrolled: Map<Element, { left: number; top: number }>;
}

/**
 * The element that holds a page. It is in `slot` while the page is open, otherwise out of the document, so that no
 * search finds its content and no ID occurs twice. It is attached before any effect of the page measures something.
 */
function usePaneElement(slot: HTMLElement, isOpen: boolean): HTMLElement {
  const [pane] = useState(createPane);
  useInsertionEffect(() => {
    if (!isOpen) return undefined;
    slot.append(pane.element);
    restoreScroll(pane);
    return () => pane.element.remove();
  }, [pane, slot, isOpen]);
  return pane.element;
}

function createPane(): Pane {
  const element = document.createElement('div');
  const scrolled: Pane['scrolled'] = new Map();
  const remember = ({ target }: Event) => {
    if (target instanceof Element) scrolled.set(target, { left: target.scrollLeft, top: target.scrollTop });
  };
  element.addEventListener('scroll', remember, { capture: true, passive: true });
  return { element, scrolled };
}

function restoreScroll({ element, scrolled }: Pane): void {
  for (const [target, { left, top }] of scrolled) {
    if (!element.contains(target)) scrolled.delete(target);
    else [target.scrollLeft, target.scrollTop] = [left, top];
  }
}
