import CommentCreate from './example/comments/CommentCreate.tsx';
import CommentEdit from './example/comments/CommentEdit.tsx';
import CommentList from './example/comments/CommentList.tsx';
import CommentShow from './example/comments/CommentShow.tsx';
import { withTexts } from './parts/withTexts.tsx';

export const list = withTexts(CommentList);
export const create = withTexts(CommentCreate);
export const edit = withTexts(CommentEdit);
export const show = withTexts(CommentShow);
