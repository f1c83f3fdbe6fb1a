class ToolExecution < ApplicationRecord
  enum state: { succeeded: 0, failed: 1 }
end
