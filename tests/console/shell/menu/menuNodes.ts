import type { MenuNode } from '#console/shell/menu/menuNode.ts';

/** A menu entry for a page of its own name, unless overridden. */
export function node(urlName: string, overrides: Partial<MenuNode> = {}): MenuNode {
  const name = urlName.split('/').at(-1) ?? urlName;
  return {
    id: urlName,
    url_name: urlName,
    component_path: name,
    title: `menu.${name}`,
    icon: null,
    index: 0,
    is_hidden: 0,
    ...overrides,
  };
}

/** A menu entry that only groups others. */
export function group(urlName: string, children: MenuNode[], overrides: Partial<MenuNode> = {}): MenuNode {
  return node(urlName, { component_path: null, children, ...overrides });
}
