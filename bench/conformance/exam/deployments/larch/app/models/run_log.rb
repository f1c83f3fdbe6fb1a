class RunLog < ApplicationRecord; end
