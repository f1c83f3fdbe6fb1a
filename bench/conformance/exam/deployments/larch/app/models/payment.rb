class Payment < ApplicationRecord; end
