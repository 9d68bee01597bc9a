import TagCreate from './example/tags/TagCreate.tsx';
import TagEdit from './example/tags/TagEdit.tsx';
import TagList from './example/tags/TagList.tsx';
import TagShow from './example/tags/TagShow.tsx';
import { withTaggedPosts } from './parts/withTaggedPosts.tsx';
import { withTexts } from './parts/withTexts.tsx';

export const list = withTexts(TagList);
export const create = withTexts(TagCreate);
export const edit = withTexts(withTaggedPosts(TagEdit));
export const show = withTexts(TagShow);
