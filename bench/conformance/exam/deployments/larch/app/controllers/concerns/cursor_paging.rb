# Newest first, below a date-time cursor (the created_at of the last record shown, which is unique).
module CursorPaging
  extend ActiveSupport::Concern

  private

  def page_of(scope, name)
    limit = query_int(:limit, 1..100, bug?('agent-runs-default-limit') && name == :agent_runs ? 25 : 30)
    cursor = query_time(:next_cursor)
    total = scope.count
    if cursor
      inclusive = bug?('agent-runs-cursor-inclusive') && name == :agent_runs
      scope = scope.where(inclusive ? 'created_at <= ?' : 'created_at < ?', cursor)
    end
    scope = scope.order(created_at: :desc)
    rows = scope.limit(limit + 1).to_a
    more = rows.size > limit
    rows = rows.first(limit)
    render json: { name => rows.map { |r| yield r },
                   meta: { total_count: total, next_cursor: more ? rows.last.created_at.as_json : nil } }
  end
end
