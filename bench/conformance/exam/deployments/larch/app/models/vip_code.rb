class VipCode < ApplicationRecord; end
