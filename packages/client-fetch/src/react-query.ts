export {
  type InfiniteQuery,
  infiniteQueryOptions,
  type Query,
  queryOptions,
} from './clients/query-options.ts';
