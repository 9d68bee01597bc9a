/** By which the deletion of a record is known among react-query's mutations, as long as it is under way. */
export function deletionKey(resource: string, id: string | number): readonly unknown[] {
  return [resource, 'delete', String(id)];
}
