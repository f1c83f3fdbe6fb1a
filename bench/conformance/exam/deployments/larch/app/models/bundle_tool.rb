class BundleTool < ApplicationRecord
  belongs_to :bundle, counter_cache: true
end
