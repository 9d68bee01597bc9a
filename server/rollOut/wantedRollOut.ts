import { createHash } from 'node:crypto';
import { isFor, type Label, type Resource, type RollOut, rollOutOf } from '@merchant-console/declaration';
import type { NamedTenant } from '#server/access/entitlements.ts';

/** What the resources folder says, as far as it is valid. */
export interface FolderState {
  /** The resources that are served and whose records no code of this server keeps. */
  resources: readonly Resource[];
  /** Names of resources whose files have never been valid: what they have added stays as it is. */
  undecided: readonly string[];
}

/** What a resource adds to a tenant. */
export interface WantedPage extends RollOut {
  name: string;
  title: Label;
}

/** What all declarations want of one tenant. */
export interface Wanted {
  pages: readonly WantedPage[];
  /** `gone`: there is no file. `undecided`: leave what it has added. */
  standingOf(name: string): 'served' | 'undecided' | 'gone';
  /** Equal for two states of the folder that want the same of the tenant. */
  digest: string;
}

export type WantedOf = (tenant: NamedTenant) => Wanted;

/** @param known names of all resources that have ever added something to a tenant */
export function wantedRollOut({ resources, undecided }: FolderState, known: readonly string[]): WantedOf {
  const served = new Set(resources.map(({ name }) => name));
  const standingOf = (name: string) => (served.has(name) ? 'served' : undecided.includes(name) ? 'undecided' : 'gone');
  const adding = resources
    .flatMap((resource) => {
      const added = rollOutOf(resource);
      return added ? [{ resource, wanted: { name: resource.name, title: resource.label, ...added } }] : [];
    })
    // Those that make an entry come before those that only name it.
    .toSorted(
      (a, b) => Number(!a.wanted.menu?.made) - Number(!b.wanted.menu?.made) || (a.wanted.name < b.wanted.name ? -1 : 1),
    );
  const names = [...new Set([...known, ...adding.map(({ wanted }) => wanted.name)])].toSorted();
  const cached = new Map<string, Wanted>();
  return (tenant) => {
    const pages = adding.flatMap(({ resource, wanted }) => (isFor(resource, tenant) ? [wanted] : []));
    const key = pages.map(({ name }) => name).join();
    const made = cached.get(key) ?? {
      pages,
      standingOf,
      digest: digestOf(
        pages,
        names.map((name) => [name, standingOf(name)]),
      ),
    };
    cached.set(key, made);
    return made;
  };
}

/** Empty if nothing was ever added, so that tenants need no row. */
function digestOf(pages: readonly WantedPage[], standings: readonly string[][]): string {
  if (standings.length === 0) return '';
  return createHash('sha256')
    .update(JSON.stringify([pages, standings]))
    .digest('base64url');
}
