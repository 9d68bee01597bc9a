import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import type { ResourceView } from '../ResourceView.ts';
import { NotFound } from '#console/ui/NotFound.tsx';

interface RecordRouteProps {
  view: ResourceView;
  page: ComponentType<{ view: ResourceView; id: string }>;
}

/** Page of the record named by the address `…/<id>` or `…/<id>/show`. */
export function RecordRoute({ view, page: Page }: RecordRouteProps) {
  const id = encodedId(useLocation().pathname);
  return id === null ? <NotFound /> : <Page key={id} view={view} id={id} />;
}

/**
 * Reads the ID from the address itself. The router decodes twice and would turn an ID with `%2F` into one with `/`.
 * Null if the encoding is invalid.
 */
function encodedId(pathname: string): string | null {
  const [, encoded = ''] = /([^/]+?)(?:\/show)?\/?$/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
