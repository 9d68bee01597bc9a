import PostCreate from './example/posts/PostCreate.tsx';
import PostEdit from './example/posts/PostEdit.tsx';
import PostList from './example/posts/PostList.tsx';
import PostShow from './example/posts/PostShow.tsx';
import { withTexts } from './parts/withTexts.tsx';

export const list = withTexts(PostList);
export const create = withTexts(PostCreate);
export const edit = withTexts(PostEdit);
export const show = withTexts(PostShow);
