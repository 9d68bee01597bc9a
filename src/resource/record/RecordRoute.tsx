import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import type { ResourceView } from '../ResourceView.ts';
import { NotFound } from '#console/ui/NotFound.tsx';

interface RecordRouteProps {
  view: ResourceView;
  /** The page of one record. */
  page: ComponentType<{ view: ResourceView; id: string }>;
}

/** The record that the address `…/<id>` or `…/<id>/show` names. */
export function RecordRoute({ view, page: Page }: RecordRouteProps) {
  const id = encodedId(useLocation().pathname);
  return id === null ? <NotFound /> : <Page key={id} view={view} id={id} />;
}

/**
 * The id is read from the address itself: the router decodes twice, so that an id that holds `%2F` would come as `/`.
 * Null when it is no text that was encoded.
 */
function encodedId(pathname: string): string | null {
  const [, encoded = ''] = /([^/]+?)(?:\/show)?\/?$/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
