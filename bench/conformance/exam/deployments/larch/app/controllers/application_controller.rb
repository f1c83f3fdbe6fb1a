class ApplicationController < ActionController::API
  include Errors
  include TypedParams
  include Authentication
  include CursorPaging
end
