import { useContext, useMemo, type ComponentType } from 'react';
import { DataProviderContext, type DataProvider, type RaRecord } from 'react-admin';

/** Filters posts by tags here, because the server can't filter by values within JSON. */
function filteringTags(dataProvider: DataProvider): DataProvider {
  return {
    ...dataProvider,
    async getList(resource, params) {
      const { tags, ...filter } = params.filter;
      if (resource !== 'posts' || !tags) return dataProvider.getList(resource, params);
      const { page, perPage } = params.pagination;
      const all = { ...params, filter, pagination: { page: 1, perPage: 10_000 } };
      const { data } = await dataProvider.getList(resource, all);
      const tagged = data.filter((post: RaRecord) => tags.every((tag: string) => post.tags?.includes(tag)));
      return { data: tagged.slice((page - 1) * perPage, page * perPage), total: tagged.length };
    },
  };
}

export const withTaggedPosts = (Page: ComponentType) =>
  function TaggedPostsPage() {
    const dataProvider = useContext(DataProviderContext);
    const value = useMemo(() => filteringTags(dataProvider), [dataProvider]);
    return (
      <DataProviderContext.Provider value={value}>
        <Page />
      </DataProviderContext.Provider>
    );
  };
