import { humanise, permissionsOf, type Resource } from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import type { DeclarationSource } from '@merchant-console/ra-declared';
import { readDeclaration } from '@merchant-console/ra-declared/internal';
import type { DeclaredGroup, DeclaredPage, Lack, RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { menuTreeSchema, type MenuEntry, type MenuTree } from '#shared/contract/session.ts';

/**
 * The menu tree of declared resources, with all permissions that their declarations define: the back end decides. A
 * resource whose declaration can't be read keeps its entry, whose page shows the problem.
 */
export async function declaredMenu(
  menu: readonly (DeclaredPage | DeclaredGroup)[],
  getDeclaration: DeclarationSource,
): Promise<MenuTree> {
  const pageOf = async (page: DeclaredPage, index: number): Promise<MenuEntry> => {
    const { resource: name, title, icon } = typeof page === 'string' ? { resource: page } : page;
    const resource = await read(name, getDeclaration);
    const own = resource?.label === `resources.${name}.name` ? undefined : resource?.label;
    return {
      ...entry(name, index),
      url_name: `/${name}`,
      component_path: name,
      title: title ?? own ?? humanise(name),
      icon: icon ?? resource?.icon ?? null,
      permissions: resource ? permissionsOf(resource) : [permissionKey(name, 'list')],
    };
  };
  return Promise.all(
    menu.map(async (item, index): Promise<MenuEntry> => {
      if (typeof item === 'string' || !('pages' in item)) return pageOf(item, index);
      const { title, icon = null, pages } = item;
      const children = await Promise.all(pages.map(pageOf));
      return { ...entry(`group-${index + 1}`, index), component_path: null, title, icon, always_show: 1, children };
    }),
  );
}

const entry = (name: string, index: number) => ({
  id: name,
  url_name: name,
  index,
  redirect: null,
  is_hidden: 0 as const,
});

async function read(name: string, getDeclaration: DeclarationSource): Promise<Resource | null> {
  try {
    return await readDeclaration(name, await getDeclaration(name, new AbortController().signal));
  } catch {
    return null;
  }
}

/**
 * Adds hidden entries in place of the dashboard and the user's account, which the console otherwise adds itself, if the
 * back end lacks what these show. They lead to the first page.
 */
export function withoutPages(
  tree: unknown,
  { lacks, home }: Pick<RuntimeSettings, 'home'> & { lacks: ReadonlySet<Lack> },
): unknown {
  const entries = menuTreeSchema.safeParse(tree).data;
  const first = home ?? (entries && firstAddress(entries));
  if (!entries || first === undefined) return tree;
  const leads = (name: 'dashboard' | 'account'): MenuEntry[] =>
    lacks.has(name)
      ? [{ ...entry(name, 0), component_path: name, title: '', redirect: first, is_hidden: 1, breadcrumb: 0 }]
      : [];
  return [...leads('dashboard'), ...entries, ...leads('account')];
}

/** Address of the first page that the menu lists. */
function firstAddress(entries: readonly MenuEntry[], above = ''): string | undefined {
  for (const { url_name: name, component_path: page, is_hidden: isHidden, children = [] } of entries) {
    const address = name.startsWith('/') ? name : `${above}/${name}`;
    const found = isHidden === 1 ? undefined : page ? address : firstAddress(children, address);
    if (found !== undefined) return found;
  }
  return undefined;
}
