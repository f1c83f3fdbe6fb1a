class McpServerLog < ApplicationRecord; end
