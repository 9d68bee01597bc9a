import type { ComponentType } from 'react';
import type { SidebarItem } from './menu/sidebar.ts';

/** What a page that is written by hand is given. */
export interface BuiltInPageProps {
  /** The menu. */
  items: readonly SidebarItem[];
  /** Address of the page itself. */
  address: string;
  /** What the menu calls it. */
  title: string;
}

export type BuiltInPage = ComponentType<BuiltInPageProps>;
