/** Full name and username of a user, for reviewers. Null if the user no longer exists. */
export function userInWords({
  username,
  real_name,
}: {
  username: string | null;
  real_name: string | null;
}): string | null {
  return real_name === null ? username : `${real_name} (${username})`;
}
