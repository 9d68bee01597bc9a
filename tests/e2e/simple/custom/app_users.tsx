import UserCreate from './example/users/UserCreate.tsx';
import UserEdit from './example/users/UserEdit.tsx';
import UserList from './example/users/UserList.tsx';
import UserShow from './example/users/UserShow.tsx';
import { withTexts } from './parts/withTexts.tsx';

export const list = withTexts(UserList);
export const create = withTexts(UserCreate);
export const edit = withTexts(UserEdit);
export const show = withTexts(UserShow);
