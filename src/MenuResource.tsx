import type { ReactElement } from 'react';
import { Resource, type ResourceProps } from 'react-admin';
import { Route } from 'react-router-dom';

interface MenuResourceProps extends Omit<ResourceProps, 'list'> {
  /** The menu's address of the list, without its first slash; react-admin mounts a resource at its `name`. */
  name: string;
  /** react-admin's name of the resource, which is that of its declaration. */
  resource: string;
  list: ReactElement;
}

/** A `<Resource>` at the address that the menu gives it. */
export function MenuResource({ name: _address, resource, list, ...pages }: MenuResourceProps) {
  return (
    <Resource {...pages} name={resource}>
      {/* As `list` it would scroll to where the list was last left, which each tab does for itself. */}
      <Route path="*" element={list} />
    </Resource>
  );
}
// What react-admin knows a resource by, among the children of its UI.
MenuResource.raName = 'Resource';
MenuResource.registerResource = ({ resource, ...pages }: MenuResourceProps) =>
  Resource.registerResource({ ...pages, name: resource });
